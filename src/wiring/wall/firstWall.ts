import {type ComponentType, createElement} from 'react'
import {WALLS} from '../../domain/wall/walls'
import {separateWallsMachine} from '../../machines/wall/walls'
import {FirstWall} from '../../ui/wall/FirstWall'
import type {Connections} from '../connections'
import {createListLogic} from '../lists'

/** The choice of the wall that a user sees first. */
export function createFirstWall(connections: Connections): ComponentType<{organisationId: string}> {
  const logic = createListLogic(connections, {machine: separateWallsMachine, rules: WALLS})
  return ({organisationId}) => createElement(FirstWall, {logic, organisationId})
}
