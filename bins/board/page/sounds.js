// Sounds of moves and of the end of a game. They are off until a person switches them on.

import { input, storedBox } from "./dom.js";

/** The tones of each sound: pitches in hertz and durations in seconds. */
const SOUNDS = {
  move: [[220, 0.06]],
  end: [
    [330, 0.12],
    [440, 0.25],
  ],
};

/** Events in which Safari lets a page start its audio. */
const GESTURES = ["touchend", "click", "keydown"];

/** @type {AudioContext | null} */
let audio = null;

export function startSounds() {
  storedBox("sounds", false, () => play("move"));
  for (const gesture of GESTURES) addEventListener(gesture, wake);
}

/**
 * Starts the audio, during an event such as a click. Safari refuses it later, when the answer to a move has
 * come. Safari also stops the audio while another app is used.
 */
function wake() {
  if (!input("sounds").checked) return;
  audio ??= new AudioContext();
  // If the browser refuses, the next event tries again.
  if (audio.state !== "running") audio.resume().catch(() => {});
}

/** @param {"move" | "end"} sound */
export function play(sound) {
  if (!input("sounds").checked) return;
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const [pitch, duration] of SOUNDS[sound]) {
    playTone(audio, start, pitch, duration);
    // The next tone begins while this one fades.
    start += duration / 2;
  }
}

/**
 * Plays a tone that fades out.
 * @param {AudioContext} context
 * @param {number} start time at which the tone begins, by the clock of `context`
 * @param {number} pitch
 * @param {number} duration
 */
function playTone(context, start, pitch, duration) {
  const tone = context.createOscillator();
  tone.frequency.value = pitch;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.2, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + duration);
}
