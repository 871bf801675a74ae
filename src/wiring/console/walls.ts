import {type ComponentType, createElement} from 'react'
import {WALLS} from '../../domain/wall/walls'
import {separateWallsMachine} from '../../machines/wall/walls'
import type {OfOrganisation} from '../../ui/console/logic'
import {Walls} from '../../ui/console/settings/Walls'
import type {Connections} from '../connections'
import {createListLogic} from '../lists'

/** The panel, whose code is loaded with it. */
export function createWalls(connections: Connections): ComponentType<OfOrganisation> {
  const logic = createListLogic(connections, {machine: separateWallsMachine, rules: WALLS})
  return props => createElement(Walls, {...props, logic})
}
