import type {AnyEventObject} from 'xstate'

/** Records the events of an actor made with `fromCallback(start)`, its input first; and sends for it. */
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
