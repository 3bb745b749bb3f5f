// Sounds of moves and of the end of a game. They are off until a person switches them on.

import { input, store, stored } from "./dom.js";

/** The tones of each sound: pitches in hertz and durations in seconds. */
const SOUNDS = {
  move: [[220, 0.06]],
  end: [
    [330, 0.12],
    [440, 0.25],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

export function startSounds() {
  const box = input("sounds");
  box.checked = stored("sounds", false);
  box.onchange = () => {
    store("sounds", box.checked);
    play("move");
  };
}

/** @param {"move" | "end"} sound */
export function play(sound) {
  if (!input("sounds").checked) return;
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const [pitch, duration] of SOUNDS[sound]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + duration);
    // The next tone begins while this one fades.
    start += duration / 2;
  }
}
