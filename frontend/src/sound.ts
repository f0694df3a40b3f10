// Short wooden sounds, synthesised; off by default.
import { settings } from "./settings.svelte";

let context: AudioContext | undefined;

/** Wood on wood: a few decaying partials and a puff of noise. */
export function knock(pitch = 1) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [frequency, loudness, length] of [
    [310, 0.25, 0.07],
    [740, 0.12, 0.045],
    [1610, 0.05, 0.03],
  ]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency * pitch;
    gain.gain.setValueAtTime(loudness, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now);
    tone.stop(now + length);
  }
}
