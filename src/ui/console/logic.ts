import {useActorRef, useSelector} from '@xstate/react'
import {createContext, useContext} from 'react'
import type {KeptDraft} from '../../domain/console/records/draft'
import type {AnnouncerRef} from '../../machines/console/announcer'
import type {AttributesLogic} from '../../machines/console/attributes'
import type {AuditTrailLogic} from '../../machines/console/auditTrail'
import type {ChoicesLogic} from '../../machines/console/choices'
import type {CredentialsLogic} from '../../machines/console/credentials'
import type {DeviceImportLogic} from '../../machines/console/deviceImport'
import type {DeviceValuesLogic} from '../../machines/console/deviceValues'
import type {RecordInput, RecordLogic, RecordPlace, RecordRef} from '../../machines/console/record'
import type {RecordListLogic} from '../../machines/console/recordList'
import {useApplication} from '../kit/application'

/** The machines of the console, joined to the server. */
export interface ConsoleLogic {
  record: RecordLogic
  /** What a field of a record may name. */
  choices: ChoicesLogic
  recordList: RecordListLogic
  attributes: AttributesLogic
  credentials: CredentialsLogic
  deviceValues: DeviceValuesLogic
  deviceImport: DeviceImportLogic
  auditTrail: AuditTrailLogic
  /** To which devices send, without a slash at its end. */
  apiOrigin: string
  announcer: AnnouncerRef
  /** What was typed into a form before it was left against its will. */
  keptDraft(place: RecordPlace): KeptDraft | null
}

const ConsoleContext = createContext<ConsoleLogic | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): ConsoleLogic {
  const logic = useContext(ConsoleContext)
  if (logic === null) throw new Error('`ConsoleProvider` must surround the pages of the console')
  return logic
}

/** Starts the machine of a record, which ends with the component. */
export function useRecord(question: Omit<RecordInput, 'userId' | 'kept'>): RecordRef {
  const {record, keptDraft} = useConsole()
  const {session} = useApplication()
  const userId = useSelector(session, ({context}) => context.user?.id ?? '')
  return useActorRef(record, {input: {...question, userId, kept: keptDraft({...question, userId})}})
}
