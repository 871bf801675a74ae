import {type ComponentType, createElement} from 'react'
import {createActor} from 'xstate'
import {createLoadMachine} from '../../src/machines/load'
import {shellMachine} from '../../src/machines/session/shell'
import {type ToastsRef, toastsMachine} from '../../src/machines/session/toasts'
import {Shell} from '../../src/ui/shell/Shell'

/** The frame around the screens, with its real machines, which keep nothing and lead nowhere. */
export function frameWith(toasts: ToastsRef = createActor(toastsMachine).start()): ComponentType {
  const shell = createActor(shellMachine, {input: {rail: 'wide', letters: 'heard'}}).start()
  const logic = {
    shell,
    toasts,
    palette: createLoadMachine<ComponentType>(),
    alarms: createLoadMachine<ComponentType>(),
    uploads: createLoadMachine<ComponentType>(),
  }
  return () => createElement(Shell, {logic})
}
