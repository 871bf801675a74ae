import {type ComponentProps, type ComponentType, createContext, useContext} from 'react'
import type {ClientConfig} from '../../contract/config'
import type {LoadLogic} from '../machines/load'
import type {SessionRef} from '../machines/session'
import type {DashboardScreen} from './dashboard/DashboardScreen'

/** What the screens draw and whom they tell. */
export interface Application {
  config: ClientConfig
  /** The viewer's IANA time zone. */
  zone: string
  session: SessionRef
  /** Fetches the dashboard's code. */
  dashboard: LoadLogic<LoadedDashboard>
}

export interface LoadedDashboard {
  Screen: ComponentType<DashboardProps>
  logic: DashboardProps['logic']
}

type DashboardProps = ComponentProps<typeof DashboardScreen>

const ApplicationContext = createContext<Application | null>(null)

export const ApplicationProvider = ApplicationContext.Provider

export function useApplication(): Application {
  const application = useContext(ApplicationContext)
  if (application === null) throw new Error('`ApplicationProvider` must surround what uses the application')
  return application
}
