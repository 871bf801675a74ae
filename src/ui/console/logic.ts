import {useActorRef, useSelector} from '@xstate/react'
import {type ComponentType, createContext, useContext} from 'react'
import type {MaintainedDevice} from '../../../contract/rules/maintenance'
import type {EpochMs} from '../../../contract/wire/common'
import type {StoredDraft} from '../../domain/console/records/draft'
import type {NamedView} from '../../domain/savedView'
import type {AuditTrailLogic} from '../../machines/console/auditTrail'
import type {ConnectionLogic} from '../../machines/console/connection'
import type {CountsLogic} from '../../machines/console/counts'
import type {DeviceImportLogic} from '../../machines/console/deviceImport'
import type {DeviceValuesLogic} from '../../machines/console/deviceValues'
import type {NamesLogic} from '../../machines/console/names'
import type {OrganisationHealthLogic} from '../../machines/console/organisation/organisationHealth'
import type {SettingsFactsLogic} from '../../machines/console/organisation/settingsFacts'
import type {AttributesLogic} from '../../machines/console/record/attributes'
import type {ChoicesLogic} from '../../machines/console/record/choices'
import type {CredentialsLogic} from '../../machines/console/record/credentials'
import type {RecordInput, RecordLogic, RecordPlace, RecordRef} from '../../machines/console/record/record'
import type {RescueLogic} from '../../machines/console/record/rescue'
import type {RecordListLogic} from '../../machines/console/recordList'
import type {ThresholdPreviewLogic} from '../../machines/console/thresholdPreview'
import type {ThresholdsLogic} from '../../machines/console/thresholds'
import type {SavedViewsLogic} from '../../machines/savedViews'
import type {SubmissionLogic} from '../../machines/submission'
import type {DevicesRef} from '../../machines/telemetry/devices'
import type {WallLinksLogic} from '../../machines/wall/wallLinks'
import {useApplication} from '../kit/application'

/** The machines of the console with their calls to the server provided. */
export interface ConsoleLogic {
  /** The time on the server's clock. */
  now(): EpochMs
  record: RecordLogic
  /** Loads the records whose ids a field can hold. */
  choices: ChoicesLogic
  recordList: RecordListLogic
  /** Counts what belongs to an organisation. */
  counts: CountsLogic
  organisationHealth: OrganisationHealthLogic
  settingsFacts: SettingsFactsLogic
  /** Learns the names of the records that a list refers to. */
  names: NamesLogic
  savedViews: SavedViewsLogic
  /** Returns the stored views of the user's lists of one kind. */
  storedViews(place: {kind: string; userId: string}): readonly NamedView[]
  attributes: AttributesLogic
  thresholds: ThresholdsLogic
  thresholdPreview: ThresholdPreviewLogic
  /** Loads the page of an organisation's notifications. */
  notifications: () => Promise<ComponentType<OfOrganisation>>
  /** Loads what lists the units of an organisation's keys. */
  units: () => Promise<ComponentType<OfOrganisation>>
  /** Loads what lists the walls of an organisation. */
  walls: () => Promise<ComponentType<OfOrganisation>>
  /** Loads what shows the headline keys of an organisation. */
  headlines: () => Promise<ComponentType<OfOrganisation>>
  wallLinks: WallLinksLogic
  /** Loads what shows the keys of programs. */
  apiKeys: () => Promise<ComponentType<ApiKeysProps>>
  /** Loads what shows the profiles by which devices register themselves. */
  provisioning: () => Promise<ComponentType<OfOrganisation>>
  /** Sends an invitation again. */
  invitation: SubmissionLogic<{id: string}>
  /** Ends all sessions of a user. */
  signOutEverywhere: SubmissionLogic<{id: string}>
  rescue: RescueLogic
  credentials: CredentialsLogic
  /** Loads what starts and ends maintenance of a device. */
  deviceMaintenance: () => Promise<ComponentType<{device: MaintainedDevice}>>
  /** Loads what sends commands to a device. */
  commands: () => Promise<ComponentType<CommandsProps>>
  deviceValues: DeviceValuesLogic
  /** Knows whether a device is connected. */
  connection: ConnectionLogic
  deviceImport: DeviceImportLogic
  auditTrail: AuditTrailLogic
  /** The origin of the API that devices send to, without a trailing slash. */
  apiOrigin: string
  /** Returns the unsaved draft of the form, which survives a lost session; null when there is none. */
  storedDraft(place: RecordPlace): StoredDraft | null
}

const ConsoleContext = createContext<ConsoleLogic | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): ConsoleLogic {
  const logic = useContext(ConsoleContext)
  if (logic === null) throw new Error('`ConsoleProvider` must surround the pages of the console')
  return logic
}

/** The machine starts with the component and stops with it; a changed question does not restart it: set a `key`. */
export function useRecord(question: Omit<RecordInput, 'userId' | 'stored'>): RecordRef {
  const {record, storedDraft} = useConsole()
  const {session} = useApplication()
  const userId = useSelector(session, ({context}) => context.user?.id ?? '')
  return useActorRef(record, {input: {...question, userId, stored: storedDraft({...question, userId})}})
}

export interface ApiKeysProps {
  /** The organisation of the keys; null is the system. */
  organisationId: string | null
}

export interface OfOrganisation {
  organisationId: string
}

export interface CommandsProps {
  deviceId: string
  /** Tells the time, by which the commands age. */
  devices: DevicesRef
}
