import type { answerTones } from "#contract/charity/check-ins";

type Tone = (typeof answerTones)[keyof typeof answerTones];

/** Notes in hertz and seconds: one that rises, one that repeats, one that falls, so that the answer is known without a look. */
const notes: Record<Tone, [pitch: number, length: number][]> = {
  success: [
    [660, 0.09],
    [990, 0.16],
  ],
  warning: [
    [520, 0.12],
    [0, 0.06],
    [520, 0.12],
  ],
  danger: [
    [330, 0.16],
    [165, 0.32],
  ],
};

/** Milliseconds of vibration and pause. */
const vibrations: Record<Tone, number[]> = { success: [60], warning: [80, 60, 80], danger: [300] };

let audio: AudioContext | undefined;

/** Plays and vibrates an answer. Browsers allow sound once somebody has pressed something on the page. */
export function signal(tone: Tone): void {
  navigator.vibrate?.(vibrations[tone]);
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  let at = audio.currentTime;
  for (const [pitch, length] of notes[tone]) {
    if (pitch > 0) play(audio, pitch, at, length);
    at += length;
  }
}

function play(context: AudioContext, pitch: number, at: number, length: number): void {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0.4, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}
