import {createContext, useContext} from 'react'
import type {NamedRotaId} from '../../../machines/console/organisation/notifications'

const RotasContext = createContext<readonly NamedRotaId[]>([])

/** The rotas that a route may name. */
export const RotasProvider = RotasContext.Provider

export const useRotas = (): readonly NamedRotaId[] => useContext(RotasContext)
