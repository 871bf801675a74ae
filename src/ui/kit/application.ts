import {type ComponentType, createContext, useContext} from 'react'
import type {ClientConfig} from '../../../contract/wire/config'
import type {LoadLogic} from '../../machines/load'
import type {SessionRef} from '../../machines/session/session'

/** What all screens share. */
export interface Application {
  config: ClientConfig
  /** The viewer's IANA time zone. */
  zone: string
  session: SessionRef
  /** Each of them loads the code of one screen, joined to its machine. */
  screens: Readonly<Record<ScreenName, LoadLogic<ComponentType>>>
}

export type ScreenName =
  | 'dashboard'
  | 'home'
  | 'console'
  | 'profile'
  | 'register'
  | 'passwordReset'
  | 'newPassword'
  | 'verification'
  | 'firstAdmin'

const ApplicationContext = createContext<Application | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('`ApplicationProvider` must surround what uses the application')
  return application
}
