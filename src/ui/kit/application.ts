import {type ComponentType, createContext, useContext} from 'react'
import type {ClientConfig} from '../../../contract/wire/config'
import type {LoadLogic} from '../../machines/load'
import type {SessionRef} from '../../machines/session/session'

/** What the screens draw and whom they tell. */
export interface Application {
  config: ClientConfig
  /** The viewer's IANA time zone. */
  zone: string
  session: SessionRef
  /** Fetch the code of a screen each, joined to its machine. */
  screens: Readonly<Record<ScreenName, LoadLogic<ComponentType>>>
}

/** The screens whose code is loaded when they are opened. */
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
