import {type ComponentType, createElement} from 'react'
import {WALLS} from '../../domain/wall/walls'
import {wallsMachine} from '../../machines/wall/walls'
import type {OfOrganisation} from '../../ui/console/logic'
import {Walls} from '../../ui/console/settings/Walls'
import type {Connections} from '../connections'
import {createListLogic} from '../lists'

/** The panel, whose code is loaded with it. Nothing above it shows the walls. */
export function createWalls(connections: Connections): ComponentType<OfOrganisation> {
  const machine = wallsMachine.provide({actions: {announce: () => {}}})
  const logic = createListLogic(connections, {machine, rules: WALLS})
  return props => createElement(Walls, {...props, logic})
}
