import {sendParent} from 'xstate'
import {textsOf} from '../../domain/language'
import type {ListRules} from '../../domain/listRules'
import {createOverview} from '../../domain/wall/overview'
import {WALLS, type Wall, type WallIntent} from '../../domain/wall/walls'
import {createListMachine, type ListLogic, type ListRef} from '../listAttribute'

export const wallsTexts = textsOf('machines.walls', {
  keep: 'Failed to keep the wall',
  remove: 'Failed to delete the wall',
})

export type WallsChanged = {type: 'walls.changed'; walls: readonly Wall[]}

/** The walls of an organisation. The parent is notified of changes. */
export const wallsMachine: ListLogic<Wall, WallIntent> = createWallsMachine(WALLS)

/** The same without a parent that shows walls. */
export const separateWallsMachine: typeof wallsMachine = wallsMachine.provide({actions: {announce: () => {}}})

/** The overview of a user, a list of one wall. */
export const createOverviewMachine = (authority: string): ListLogic<Wall, WallIntent> =>
  createWallsMachine(createOverview(authority))

function createWallsMachine(rules: ListRules<Wall, WallIntent>): ListLogic<Wall, WallIntent> {
  return createListMachine({rules, failureOf: ({kind}: WallIntent) => wallsTexts[kind]}).provide({
    actions: {
      announce: sendParent(({context: {shown}}): WallsChanged => ({type: 'walls.changed', walls: shown.items})),
    },
  })
}

export type WallsLogic = typeof wallsMachine
export type WallsRef = ListRef<Wall, WallIntent>
