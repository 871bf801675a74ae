import {describe, expect, it} from 'vitest'
import {createActor, setup} from 'xstate'
import {isSound} from '../../../src/domain/wall/layout/layout'
import {compositionFrom, MAX_PANELS, type Panel} from '../../../src/domain/wall/panels/panels'
import {NEW_WALL, type Wall} from '../../../src/domain/wall/walls'
import {composeInput, composeMachine, type WallDrafted} from '../../../src/machines/wall/compose'

const clock = (id: string, y: number) => ({id, kind: 'clock', title: '', x: 0, y, w: 12, h: 3, zone: ''})
const wallOf = (...entries: ReturnType<typeof clock>[]): Wall => {
  const composition = compositionFrom(entries)
  return {...NEW_WALL, name: 'Hall', ...(composition && {composition})}
}
const HALL = wallOf(clock('a', 0), clock('b', 3))

function createComposeActor(wall: Wall = HALL, walls: readonly Wall[] = [wall]) {
  const drafts: Wall[] = []
  // A child that sends to its parent needs one.
  const parent = createActor(
    setup({
      types: {} as {events: WallDrafted; children: {compose: 'compose'}},
      actors: {compose: composeMachine},
    }).createMachine({
      invoke: {id: 'compose', src: 'compose', input: composeInput({wall, walls})},
      on: {
        'wall.drafted': {
          actions: ({event}) => {
            drafts.push(event.wall)
          },
        },
      },
    }),
  ).start()
  const actor = parent.getSnapshot().children.compose
  if (actor === undefined) throw new Error('Nothing is composed')
  const context = () => actor.getSnapshot().context
  const places = () => context().composition.panels.map(({id, x, y, w, h}) => [id, x, y, w, h].join(' '))
  return {actor, drafts, context, places}
}

describe('a wall that is composed', () => {
  it('begins with its tiles as one panel, when it has none yet', () => {
    const tiles: Wall = {...NEW_WALL, name: 'Tiles', grouping: 'label'}
    const {context, drafts} = createComposeActor(tiles)
    expect(context().composition.panels).toMatchObject([{kind: 'tiles', grouping: 'label', w: 24, h: 12}])
    expect(drafts).toHaveLength(1)
  })

  it('is shown to the parent with each change', () => {
    const {actor, drafts} = createComposeActor()
    actor.send({type: 'panel.added', kind: 'text'})
    expect(drafts.at(-1)?.composition?.panels.map(({kind}) => kind)).toEqual(['clock', 'clock', 'text'])
  })

  it('moves and stretches panels, and takes each step back and forth', () => {
    const {actor, places} = createComposeActor()
    const first = places()
    actor.send({type: 'panel.stepped', id: 'a', direction: 'down'})
    const moved = places()
    actor.send({type: 'panel.stretched', id: 'b', direction: 'right'})
    const stretched = places()
    expect([moved, stretched]).toEqual([
      ['a 0 3 12 3', 'b 0 0 12 3'],
      ['a 0 3 12 3', 'b 0 0 13 3'],
    ])
    const walk = (['undo', 'undo', 'undo', 'redo', 'redo', 'redo'] as const).map(step => {
      actor.send({type: `${step}.requested`})
      return places()
    })
    expect(walk).toEqual([moved, first, first, moved, stretched, stretched])
  })

  it('puts panels on pages of the screen that it is for, and closes the gaps on a higher one', () => {
    const {actor, context, places} = createComposeActor(wallOf(clock('a', 0), clock('b', 8)))
    actor.send({type: 'panel.placed', id: 'a', rect: {h: 10}})
    expect(places()).toEqual(['a 0 0 12 10', 'b 0 10 12 3'])
    actor.send({type: 'frame.changed', frame: {hasPages: true}})
    expect([context().draft.hasPages, places()]).toEqual([true, ['a 0 0 12 10', 'b 0 12 12 3']])
    actor.send({type: 'frame.changed', frame: {shape: '4:3'}})
    expect([context().draft.shape, places()]).toEqual(['4:3', ['a 0 0 12 10', 'b 0 10 12 3']])
  })

  it('has nothing to undo after what changed nothing', () => {
    const {actor, context} = createComposeActor()
    actor.send({type: 'panel.stepped', id: 'a', direction: 'left'})
    actor.send({type: 'panel.removed', id: 'nowhere'})
    expect(context().before).toEqual([])
  })

  it('lets a panel follow the pointer, as one step to undo', () => {
    const {actor, context, places} = createComposeActor()
    actor.send({type: 'hold.began', id: 'b'})
    actor.send({type: 'hold.moved', id: 'b', rect: {x: 3, y: 1}})
    actor.send({type: 'hold.moved', id: 'b', rect: {x: 12, y: 0}})
    actor.send({type: 'hold.ended'})
    expect([places(), context().before.length]).toEqual([['a 0 0 12 3', 'b 12 0 12 3'], 1])
    actor.send({type: 'undo.requested'})
    expect(places()).toEqual(['a 0 0 12 3', 'b 0 3 12 3'])
  })

  it('puts a panel back when its move is cancelled', () => {
    const {actor, context, places} = createComposeActor()
    actor.send({type: 'hold.began', id: 'b'})
    actor.send({type: 'hold.moved', id: 'b', rect: {x: 12, y: 0}})
    actor.send({type: 'hold.cancelled'})
    expect([places(), context().before.length]).toEqual([['a 0 0 12 3', 'b 0 3 12 3'], 0])
  })

  it('duplicates, changes, replaces and removes panels', () => {
    const {actor, context} = createComposeActor()
    const [a] = context().composition.panels
    actor.send({type: 'panel.duplicated', id: 'a'})
    expect(context().composition.panels.map(({kind}) => kind)).toEqual(['clock', 'clock', 'clock'])
    actor.send({type: 'panel.duplicated', id: 'nowhere'})
    if (a?.kind === 'clock') actor.send({type: 'panel.changed', panel: {...a, zone: 'Asia/Tokyo'}})
    expect(context().composition.panels[0]).toMatchObject({zone: 'Asia/Tokyo'})
    actor.send({type: 'panel.selected', id: 'a'})
    actor.send({type: 'panel.removed', id: 'a'})
    expect([context().composition.panels.length, context().selected, isSound(context().composition.panels)]).toEqual([
      ...[2, null, true],
    ])
    const replaced: readonly Panel[] = context().composition.panels.slice(0, 1)
    actor.send({type: 'panels.replaced', panels: replaced})
    expect(context().composition.panels.map(({id}) => id)).toEqual(['b'])
  })

  it('says what has happened to a device on a plan, which is one step to undo', () => {
    const {actor, context} = createComposeActor()
    actor.send({type: 'panel.added', kind: 'plan'})
    const plan = context().composition.panels[2]
    if (plan?.kind !== 'plan') throw new Error('There is no plan')
    const panel = {...plan, places: [{deviceId: 'd', x: 0.5, y: 0.5}]}
    actor.send({type: 'panel.changed', panel, news: {kind: 'deviceAdded', panel, deviceId: 'd'}})
    expect([context().news, context().composition.panels[2]]).toEqual([
      {kind: 'deviceAdded', panel, deviceId: 'd'},
      panel,
    ])
    actor.send({type: 'undo.requested'})
    expect([context().news, context().composition.panels[2]]).toEqual([{kind: 'undone'}, plan])
  })

  it('takes no more panels than a wall shows', () => {
    const {actor, context} = createComposeActor(
      wallOf(...Array.from({length: MAX_PANELS}, (_, at) => clock(`c${at}`, at * 3))),
    )
    actor.send({type: 'panel.added', kind: 'clock'})
    expect([context().composition.panels.length, context().news]).toEqual([MAX_PANELS, {kind: 'full'}])
  })

  it('is an intent for the list of walls', () => {
    const {actor, context} = createComposeActor()
    actor.send({type: 'panel.removed', id: 'b'})
    const wall = {...HALL, composition: context().composition}
    actor.send({type: 'save.requested'})
    expect(actor.getSnapshot().output).toEqual({kind: 'keep', wall, was: 'Hall', base: HALL})
  })

  it('asks before it overwrites what somebody else has changed meanwhile', () => {
    const {actor} = createComposeActor()
    actor.send({type: 'walls.changed', walls: [{...HALL, order: 'name'}]})
    actor.send({type: 'save.requested'})
    expect(actor.getSnapshot().value).toBe('overtaken')
    actor.send({type: 'question.cancelled'})
    actor.send({type: 'save.requested'})
    actor.send({type: 'overwriting.confirmed'})
    expect(actor.getSnapshot().output).toEqual({kind: 'keep', wall: HALL, was: 'Hall'})
  })
})
