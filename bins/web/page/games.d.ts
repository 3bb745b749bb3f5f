/**
 * The games of the folder, the default first, with the files that each needs in addition to its module. The
 * files in `others` are needed at the start only by rules other than the default ones. The files in `later` are
 * loaded in the background. The script `build` writes this object.
 */
export const GAMES: Record<string, { files: string[]; others?: string[]; later?: string[] }>;
