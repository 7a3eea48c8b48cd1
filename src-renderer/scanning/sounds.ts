// Plays what the cashier hears while looking at the goods: one short high tone for a hit, two that
// rise for a command, so that no sticker with a command's barcode passes for a product, and two low
// ones for a problem.
import type { ScanSound } from './scan-desk.svelte.ts';

interface Tone {
  readonly hertz: number;
  readonly fromMs: number;
  readonly lengthMs: number;
}

const sounds: Readonly<Record<ScanSound, readonly Tone[]>> = {
  hit: [{ hertz: 1760, fromMs: 0, lengthMs: 70 }],
  done: [
    { hertz: 660, fromMs: 0, lengthMs: 70 },
    { hertz: 990, fromMs: 90, lengthMs: 70 },
  ],
  problem: [
    { hertz: 220, fromMs: 0, lengthMs: 160 },
    { hertz: 220, fromMs: 230, lengthMs: 160 },
  ],
};
const loudness = 0.2;
/** The time for fading, as tones that begin or end at once click. */
const fadeMs = 5;

let context: AudioContext | undefined;

export function playSound(sound: ScanSound): void {
  context ??= new AudioContext();
  // The system may have put it to sleep, and without a loudspeaker it never wakes.
  if (context.state === 'suspended') void context.resume();
  for (const tone of sounds[sound]) playTone(context, tone);
}

function playTone(audio: AudioContext, { hertz, fromMs, lengthMs }: Tone): void {
  const start = audio.currentTime + fromMs / 1000;
  const end = start + lengthMs / 1000;
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + fadeMs / 1000);
  volume.gain.setValueAtTime(loudness, end - fadeMs / 1000);
  volume.gain.linearRampToValueAtTime(0, end);
  const tone = new OscillatorNode(audio, { type: 'square', frequency: hertz });
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(end);
}
