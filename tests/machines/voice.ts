import type {AnyEventObject} from 'xstate'

/** What an actor made with `fromCallback(start)` was told, its input first; and its voice. */
export function createVoice<Input, Command>() {
  const heard: (Input | Command)[] = []
  let stopped = 0
  let sendBack: (event: AnyEventObject) => void = () => {}
  const start = (actor: {
    input: Input
    sendBack: (event: AnyEventObject) => void
    receive: (listener: (command: Command) => void) => void
  }) => {
    heard.push(actor.input)
    actor.receive(command => heard.push(command))
    sendBack = actor.sendBack
    return () => {
      stopped++
    }
  }
  return {heard, start, stopped: () => stopped, say: (event: AnyEventObject) => sendBack(event)}
}
