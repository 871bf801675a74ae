import {createContext, useContext} from 'react'
import {NO_CHOICES, type RouteChoices} from '../../../domain/console/alarmRoutes/choices'

const ChoicesContext = createContext<RouteChoices>(NO_CHOICES)

/** What a route may name. */
export const ChoicesProvider = ChoicesContext.Provider

export const useChoices = (): RouteChoices => useContext(ChoicesContext)
