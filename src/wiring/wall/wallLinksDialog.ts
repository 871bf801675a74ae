import {type ComponentType, createElement} from 'react'
import {type ShownWallLinks, WallLinksDialog} from '../../ui/wall/links/WallLinksDialog'
import type {Connections} from '../connections'
import {createWallLinksLogic} from './wallLinks'

export function createWallLinksDialog(connections: Connections): ComponentType<ShownWallLinks> {
  const logic = createWallLinksLogic(connections)
  return shown => createElement(WallLinksDialog, {...shown, logic})
}
