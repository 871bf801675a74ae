import {type AnyActorLogic, type AnyEventObject, createActor, fromTransition, type InputFrom} from 'xstate'

/** Starts a machine as the child of an actor that records the received events. */
export function createParent<Logic extends AnyActorLogic>(logic: Logic, input: InputFrom<Logic>) {
  const heard: AnyEventObject[] = []
  const parent = createActor(
    fromTransition((state, event: AnyEventObject) => {
      heard.push(event)
      return state
    }, null),
  ).start()
  const child = createActor(logic, {input, parent}).start()
  return {child, heard}
}
