import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {panelsOfTemplate} from '../../../src/domain/wall/panels/templates'
import {NEW_WALL, type Wall} from '../../../src/domain/wall/walls'
import {wallEditorInput, wallEditorMachine} from '../../../src/machines/wall/wallEditor'

const HALLS: Wall = {...NEW_WALL, name: 'Halls', isHome: true}
const OFFICES: Wall = {...NEW_WALL, name: 'Offices'}

function createEditor(wall: Wall | null = HALLS) {
  const editor = createActor(wallEditorMachine, {
    input: {form: wall === null ? 'add' : 'edit', wall, draft: wall ?? NEW_WALL, walls: [HALLS, OFFICES]},
  }).start()
  return {editor, state: () => editor.getSnapshot().value, output: () => editor.getSnapshot().output}
}

describe('the form of a wall', () => {
  it.each([
    ['edit', 'Halls', HALLS],
    ['add', null, NEW_WALL],
    ['duplicate', null, {...HALLS, name: '', isHome: false}],
  ] as const)('that is opened to %s replaces %s', (form, replaced, draft) => {
    const input = wallEditorInput({wall: HALLS, walls: [HALLS, OFFICES]}, form)
    expect([input.wall?.name ?? null, input.draft]).toEqual([replaced, draft])
  })

  it('of a new wall begins with the panels of a template, or without', () => {
    const {editor, output} = createEditor(null)
    const composition = {panels: panelsOfTemplate('noc', 'cpu'), surplus: [], isMended: false}
    editor.send({type: 'panels.chosen', composition})
    expect(editor.getSnapshot().context.draft).toEqual({...NEW_WALL, composition})
    editor.send({type: 'panels.chosen', composition: null})
    editor.send({type: 'draft.changed', change: {name: 'New'}})
    editor.send({type: 'save.requested'})
    expect(output()).toEqual({kind: 'keep', wall: {...NEW_WALL, name: 'New'}, was: null})
  })

  it.each([
    ['', 'missing'],
    ['  ', 'missing'],
    ['Offices', 'taken'],
    ['Halls, offices', 'comma'],
  ] as const)('is not saved under the name “%s”', (name, problem) => {
    const {editor, state} = createEditor()
    editor.send({type: 'draft.changed', change: {name}})
    editor.send({type: 'save.requested'})
    expect([state(), editor.getSnapshot().context.problem]).toEqual(['filling', problem])
    editor.send({type: 'draft.changed', change: {name: 'Rooms'}})
    expect(editor.getSnapshot().context.problem).toBeNull()
  })

  it.each([
    {viewing: {...HALLS.viewing, diagonal: 999}},
    {viewing: {...HALLS.viewing, distance: Number.NaN}},
    {turnAfter: 4},
  ])('is not saved with a number beyond its limits: %j', change => {
    const {editor, state, output} = createEditor()
    editor.send({type: 'draft.changed', change})
    editor.send({type: 'save.requested'})
    expect(state()).toBe('filling')
    editor.send({type: 'draft.changed', change: {viewing: HALLS.viewing, turnAfter: 5}})
    editor.send({type: 'save.requested'})
    expect(output()).toEqual({kind: 'keep', wall: {...HALLS, turnAfter: 5}, was: 'Halls'})
  })

  it('ends with the intent to keep the wall, under its old name or a new one', () => {
    const {editor, output} = createEditor()
    editor.send({type: 'draft.changed', change: {name: 'Rooms', order: 'name'}})
    editor.send({type: 'save.requested'})
    expect(output()).toEqual({kind: 'keep', wall: {...HALLS, name: 'Rooms', order: 'name'}, was: 'Halls'})
  })

  it('asks before it overwrites what somebody else has written meanwhile', () => {
    const {editor, state, output} = createEditor()
    editor.send({type: 'walls.changed', walls: [{...HALLS, tiles: 'dot'}]})
    editor.send({type: 'save.requested'})
    expect(state()).toBe('overtaken')
    editor.send({type: 'question.cancelled'})
    editor.send({type: 'save.requested'})
    editor.send({type: 'overwriting.confirmed'})
    expect(output()).toEqual({kind: 'keep', wall: HALLS, was: 'Halls'})
  })

  it('asks before it deletes, and has nothing to delete when the wall is new', () => {
    const {editor, state, output} = createEditor()
    editor.send({type: 'removal.requested'})
    expect(state()).toBe('askingToRemove')
    editor.send({type: 'question.cancelled'})
    editor.send({type: 'removal.requested'})
    editor.send({type: 'removal.confirmed'})
    expect(output()).toEqual({kind: 'remove', name: 'Halls'})
    const fresh = createEditor(null)
    fresh.editor.send({type: 'removal.requested'})
    expect(fresh.state()).toBe('filling')
  })
})
