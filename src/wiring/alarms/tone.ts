import type {Milliseconds} from '../../../contract/wire/common'

/** Alarms that begin together ring once. */
const REST: Milliseconds = 2000

/** Two short notes, made by the browser, so that no file has to be loaded when the server may be away. */
export function createTone(): {play(): void} {
  let context: AudioContext | undefined
  let playedAt = Number.NEGATIVE_INFINITY
  return {
    play() {
      if (performance.now() - playedAt < REST) return
      playedAt = performance.now()
      context ??= new AudioContext()
      context.resume().catch(() => {})
      note(context, {pitch: 880, begin: 0})
      note(context, {pitch: 660, begin: 0.18})
    },
  }
}

/** In hertz and seconds. It swells and fades, so that it does not click. */
function note(context: AudioContext, {pitch, begin}: {pitch: number; begin: number}): void {
  const start = context.currentTime + begin
  const volume = new GainNode(context, {gain: 0})
  volume.gain.setTargetAtTime(0.2, start, 0.01)
  volume.gain.setTargetAtTime(0, start + 0.12, 0.03)
  const sound = new OscillatorNode(context, {frequency: pitch})
  sound.connect(volume).connect(context.destination)
  sound.start(start)
  sound.stop(start + 0.4)
}
