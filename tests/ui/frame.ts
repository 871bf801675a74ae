import {type ComponentType, createElement} from 'react'
import {NEVER} from 'rxjs'
import {createActor, type EventObject, fromEventObservable} from 'xstate'
import {createLoadMachine} from '../../src/machines/load'
import {replayMachine} from '../../src/machines/replay/replay'
import {shellMachine} from '../../src/machines/session/shell'
import {type ToastsRef, toastsMachine} from '../../src/machines/session/toasts'
import {Shell} from '../../src/ui/shell/Shell'

const silent = <Event extends EventObject>() => fromEventObservable<Event, void>(() => NEVER)

/** The frame around the screens, with its real machines, which keep nothing and lead nowhere. */
export function frameWith(toasts: ToastsRef = createActor(toastsMachine).start()): ComponentType {
  const shell = createActor(shellMachine, {input: {rail: 'wide', letters: 'heard'}}).start()
  const logic = {
    shell,
    toasts,
    palette: createLoadMachine<ComponentType>(),
    alarms: createLoadMachine<ComponentType>(),
    notices: createLoadMachine<ComponentType>(),
    uploads: createLoadMachine<ComponentType>(),
    replay: createActor(
      replayMachine.provide({actors: {linkChanges: silent(), addressChanges: silent(), presents: silent()}}),
      {input: {now: 0}},
    ).start(),
    replayBar: createLoadMachine<ComponentType>(),
  }
  return () => createElement(Shell, {logic})
}
