import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    rules: {
      // The type check finds unknown names.
      "no-undef": "off",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 110, ignoreUrls: true }],
      "max-lines": ["error", 300],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
