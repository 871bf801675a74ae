import {useSelector} from '@xstate/react'
import {type ComponentType, createContext, useContext} from 'react'
import type {FormatSettings} from '../../../contract/rules/format/formats'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {ClientConfig} from '../../../contract/wire/config'
import type {Formats} from '../../domain/format/formats'
import type {LimitField} from '../../domain/limitField'
import type {LoadLogic} from '../../machines/load'
import type {PreferencesRef} from '../../machines/preferences'
import type {SessionRef} from '../../machines/session'

/** The state that all screens share. */
export interface Application {
  config: ClientConfig
  /** The IANA time zone of all times: that of the address, of the person's preferences, or of the browser. */
  zone: string
  /** The time zone in the address, if no such zone is known. */
  unknownZone: string | null
  /** Writes all numbers and times. It can't be had before a user is signed in. */
  formats: Formats
  createFormats(settings: FormatSettings): Formats
  /** The time on the server's clock. */
  now(): EpochMs
  session: SessionRef
  /** There are none before a user has signed in on this page. */
  readonly preferences: PreferencesRef
  /** Each of them loads the code of one screen, joined to its machine. */
  screens: Readonly<Record<ScreenName, () => Promise<ComponentType>>>
  /** Loads the dialog of a threshold, which several screens open. */
  thresholdInPlace: () => Promise<ComponentType<ThresholdInPlaceProps>>
  /** The logic that loads code of a screen or of a part of one. */
  lazily<Part>(load: () => Promise<Part>): LoadLogic<Part>
  /** The frame around the screens of signed-in users. It is loaded with the user, so nobody else may ask for it. */
  shell(): ComponentType
}

/** A threshold of a device that is set over the screen. */
export interface ThresholdInPlaceProps {
  device: {id: string; organisationId: string | null; customerId: string | null}
  telemetryKey: string
  /** The limits that are filled in. */
  limits?: Partial<Record<LimitField, string>>
  onSaved?: () => void
}

export type ScreenName =
  | 'dashboard'
  | 'media'
  | 'alarms'
  | 'wall'
  | 'wallLink'
  | 'linkedWall'
  | 'overview'
  | 'home'
  | 'console'
  | 'profile'
  | 'security'
  | 'register'
  | 'passwordReset'
  | 'newPassword'
  | 'verification'
  | 'acknowledgement'
  | 'firstAdmin'
  | 'serverHealth'

const ApplicationContext = createContext<Application | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('`ApplicationProvider` must surround what uses the application')
  return application
}

/** Returns the server's offer; null as long as it is not known. */
export function useOffered(): Offer | null {
  const {session} = useApplication()
  const link = useSelector(session, ({children}) => children.link)
  return useSelector(link, snapshot => snapshot?.context.offer ?? null)
}

/** Whether parts of a screen that need additions to the specified calls can be shown. */
export const useHasAdditions = (): boolean => isPulsewall(useOffered())
