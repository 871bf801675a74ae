import {createContext, useContext} from 'react'
import type {RecordLogic} from '../../machines/record'
import type {RecordListLogic} from '../../machines/recordList'

/** The machines of the console, joined to the server. */
export interface ConsoleLogic {
  record: RecordLogic
  recordList: RecordListLogic
}

const ConsoleContext = createContext<ConsoleLogic | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): ConsoleLogic {
  const logic = useContext(ConsoleContext)
  if (logic === null) throw new Error('`ConsoleProvider` must surround the pages of the console')
  return logic
}
