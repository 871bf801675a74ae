import {type ComponentType, createContext, useContext} from 'react'
import type {ReplayRef} from '../../machines/replay/replay'
import type {ShellRef} from '../../machines/shell/shell'
import type {ToastsRef} from '../../machines/shell/toasts'

/** The actors of the frame. */
export interface ShellLogic {
  shell: ShellRef
  toasts: ToastsRef
  /** Loads the code of the palette, joined to its machine. */
  palette: () => Promise<ComponentType>
  /** Loads the mark of the alarms. */
  alarms: () => Promise<ComponentType>
  /** Loads the bar of what a SYS_ADMIN should see to. */
  notices: () => Promise<ComponentType>
  /** Loads the mark of the uploads. */
  uploads: () => Promise<ComponentType>
  replay: ReplayRef
  /** Loads the bar that says which moment is shown. */
  replayBar: () => Promise<ComponentType>
}

const ShellContext = createContext<ShellLogic | null>(null)

export const ShellProvider = ShellContext.Provider

export function useShell(): ShellLogic {
  const logic = useContext(ShellContext)
  if (logic === null) throw new Error('`ShellProvider` must surround the parts of the shell')
  return logic
}
