import {act, cleanup, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {Subject} from 'rxjs'
import {afterEach, describe, expect, it} from 'vitest'
import {fromEventObservable} from 'xstate'
import type {
  Attribute,
  AttributeQuestion,
  AttributesInput,
  AttributeValue,
  AttributeWrite,
} from '../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import {attributeConflictMachine} from '../../../src/machines/console/record/attributeConflict'
import {attributesMachine} from '../../../src/machines/console/record/attributes'
import type {ClockEvent} from '../../../src/machines/telemetry/devicesEvents'
import {Attributes} from '../../../src/ui/console/attributes/Attributes'
import {UsualZone} from '../../../src/ui/console/attributes/UsualZone'
import {createCalls} from '../../machines/calls'
import {refused} from '../../support/failures'
import {openPart} from './partsOnScreen'

afterEach(cleanup)

const NOW = Date.UTC(2026, 2, 4, 12, 30)

const attribute = (key: string, value: AttributeValue, changes: Partial<Attribute> = {}): Attribute => ({
  scope: 2,
  key,
  value,
  updatedAt: NOW - 180_000,
  version: 4,
  ...changes,
})
const HALL = attribute('hall', {type: 'text', value: 'three'})

async function openAttributes(
  stored: readonly Attribute[] = [HALL],
  shown = <Attributes kind="asset" id="a1" organisationId="o1" />,
) {
  const lists = createCalls<readonly Attribute[], AttributesInput>()
  const loads = createCalls<Attribute, AttributeQuestion>()
  const writes = createCalls<Attribute | null, AttributeWrite>()
  const deletions = createCalls<void, AttributeQuestion>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const clock = new Subject<ClockEvent>()
  const page = await openPart(
    tell => ({
      attributes: attributesMachine.provide({
        actors: {
          clock: fromEventObservable(() => clock),
          listAttributes: lists.logic,
          writeAttribute: writes.logic,
          deleteAttribute: deletions.logic,
          conflict: attributeConflictMachine.provide({
            actors: {loadAttribute: loads.logic, findChange: changes.logic},
          }),
        },
        actions: {showOutcome: (_, {text}) => tell(text)},
      }),
    }),
    shown,
  )
  await act(async () => clock.next({type: 'clock.ticked', at: NOW}))
  await act(() => lists.answer(stored))
  return {...page, lists, loads, writes, deletions, changes}
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', {name}))
const tab = (name: RegExp) => screen.getByRole('tab', {name})
const field = (label: string) =>
  within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const write = (label: string, value: string) => fireEvent.change(field(label), {target: {value}})
const save = () => press('Save')
const cells = () => screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
const dialog = () => screen.queryByRole('dialog')

describe('the list of attributes', () => {
  it('shows the shared ones first, and the others one by one', async () => {
    await openAttributes([HALL, attribute('fw', {type: 'text', value: '1.2'}, {scope: 0})])
    expect(screen.getAllByRole('tab').map(({textContent}) => textContent)).toEqual(['Shared 1', 'Server 0', 'Client 1'])
    expect(cells()).toEqual([
      ['Key', 'Value', 'Type', 'Updated', 'Version', 'Actions'],
      ['hallText · 3 min ago · version 4', 'three', 'Text', '3 min ago', '4', 'EditDelete'],
    ])
    fireEvent.click(tab(/Client/))
    expect(screen.getByRole('row', {name: /^fw/})).toBeTruthy()
    fireEvent.click(tab(/Server/))
    expect(screen.getByText(/^No server attributes/)).toBeTruthy()
  })

  it('shows each value as what it is', async () => {
    await openAttributes([
      attribute('a', {type: 'bool', value: true}),
      attribute('b', {type: 'bool', value: false}),
      attribute('c', {type: 'double', value: 21.5}),
      attribute('d', {type: 'text', value: ''}),
      attribute('e', {type: 'text', value: '<b onclick="x">bold</b>'}, {version: null}),
      attribute('f', {type: 'json', value: 7}),
    ])
    expect(
      cells()
        .slice(1)
        .map(row => row.slice(1, 5)),
    ).toEqual([
      ['true', 'Yes or no', '3 min ago', '4'],
      ['false', 'Yes or no', '3 min ago', '4'],
      ['21.5', 'Number', '3 min ago', '4'],
      ['empty', 'Text', '3 min ago', '4'],
      ['<b onclick="x">bold</b>', 'Text', '3 min ago', '–'],
      ['7', 'JSON', '3 min ago', '4'],
    ])
    expect(document.querySelectorAll('table b').length).toBe(0)
  })

  it('folds JSON and long texts, and has them in full', async () => {
    const long = `${'long '.repeat(200)}end`
    const {container} = await openAttributes([
      attribute('a', {type: 'json', value: {mode: 'eco', steps: [1, 2]}}),
      attribute('b', {type: 'text', value: long}),
    ])
    const folded = [...container.querySelectorAll('details')]
    expect(folded.map(({open}) => open)).toEqual([false, false])
    expect(folded.map(details => details.querySelector('summary')?.textContent)).toEqual([
      '{"mode":"eco","steps":[1,2]}Show less',
      `${long.slice(0, 79)}… Show all 1,003 charactersShow less`,
    ])
    expect(folded.map(details => details.lastElementChild?.textContent)).toEqual([
      '{\n  "mode": "eco",\n  "steps": [\n    1,\n    2\n  ]\n}',
      long,
    ])
  })

  it('that could not be loaded says so and is asked for again', async () => {
    const {lists} = await openAttributes([])
    press('Refresh')
    await act(() => lists.fail(refused(500)))
    expect(screen.getByRole('alert').textContent).toBe('Failed to load attributes')
    press('Refresh')
    await act(() => lists.answer([HALL]))
    expect([screen.queryByRole('alert'), cells().length]).toEqual([null, 2])
  })
})

describe('adding an attribute', () => {
  it('sends a text to the scope that is shown, once', async () => {
    const {writes} = await openAttributes()
    fireEvent.click(tab(/Server/))
    press('Add attribute')
    expect(screen.getByRole('dialog', {name: 'Add attribute (Server)'})).toBeTruthy()
    write('Key', 'floor')
    write('Value', '2')
    save()
    press('Saving…')
    expect(writes.asked).toEqual([
      {
        owner: {kind: 'asset', id: 'a1', organisationId: 'o1'},
        name: {scope: 1, key: 'floor'},
        value: {type: 'text', value: '2'},
        version: null,
        isNew: true,
      },
    ])
    await act(() => writes.answer(attribute('floor', {type: 'text', value: '2'}, {scope: 1})))
    expect([dialog(), screen.getAllByRole('status').at(-1)?.textContent]).toEqual([null, 'Attribute added.'])
    expect(screen.getByRole('row', {name: /^floor/})).toBeTruthy()
  })

  it('goes to the first field that is missing, and sends nothing', async () => {
    const {writes} = await openAttributes()
    press('Add attribute')
    save()
    expect(document.activeElement).toBe(field('Key'))
    expect([screen.getByText('Key is required.'), screen.getByText('Value is required.')].length).toBe(2)
    write('Key', 'floor')
    expect(screen.queryByText('Key is required.')).toBeNull()
    save()
    expect([document.activeElement, writes.asked]).toEqual([field('Value'), []])
  })

  it('checks JSON before it is sent', async () => {
    const {writes} = await openAttributes()
    press('Add attribute')
    write('Key', 'tags')
    write('Value', '{"a": }')
    fireEvent.click(field('JSON'))
    save()
    expect([screen.getByText('This is no valid JSON.') !== null, writes.asked]).toEqual([true, []])
    write('Value', '{"a": 1}')
    save()
    expect(writes.asked[0]?.value).toEqual({type: 'json', value: {a: 1}})
  })

  it('keeps what was typed when the server refuses, in its words', async () => {
    const {writes} = await openAttributes()
    press('Add attribute')
    write('Key', 'floor')
    write('Value', '2')
    save()
    await act(() => writes.fail(refused(500)))
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe('Failed to add attribute')
    expect([field('Key').value, field('Value').value]).toEqual(['floor', '2'])
    press('Save')
    await act(() => writes.fail(refused(503, 'The disk is almost full.')))
    expect(screen.getByRole('alert').textContent).toBe('The disk is almost full.')
  })
})

describe('editing an attribute', () => {
  it('ends with Escape, and the keyboard goes on where it began', async () => {
    await openAttributes()
    const button = screen.getByRole('button', {name: 'Edit the attribute hall'})
    button.focus()
    fireEvent.click(button)
    field('Value').focus()
    fireEvent.keyDown(document.body, {key: 'Escape'})
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('keeps its type', async () => {
    const {writes} = await openAttributes([attribute('limit', {type: 'long', value: 5})])
    press('Edit the attribute limit')
    expect([field('Type').value, field('Value').value]).toEqual(['long', '5'])
    write('Value', '5.5')
    save()
    expect(screen.getByText(/^This is not a whole number/)).toBeTruthy()
    write('Value', '6')
    save()
    expect(writes.asked[0]).toMatchObject({value: {type: 'long', value: 6}, version: 4, isNew: false})
  })

  it('switches a yes or no', async () => {
    const {writes} = await openAttributes([attribute('on', {type: 'bool', value: false})])
    press('Edit the attribute on')
    fireEvent.click(field('Value'))
    save()
    expect(writes.asked[0]?.value).toEqual({type: 'bool', value: true})
  })

  it('makes another type of it on request', async () => {
    const {writes} = await openAttributes([attribute('limit', {type: 'text', value: '5'})])
    press('Edit the attribute limit')
    write('Type', 'double')
    save()
    expect(writes.asked[0]?.value).toEqual({type: 'double', value: 5})
  })

  it('shows a newer value of somebody else beside mine, and overwrites it on request alone', async () => {
    const {writes, loads, changes} = await openAttributes()
    press('Edit the attribute hall')
    write('Value', 'mine')
    save()
    await act(() => writes.fail(refused(409, 'Changed meanwhile.')))
    await act(() => loads.answer({...HALL, value: {type: 'text', value: 'theirs'}, version: 5}))
    expect(screen.getByRole('dialog', {name: 'hall was changed meanwhile'})).toBeTruthy()
    expect(screen.getByRole('group', {name: 'Value'}).textContent).toBe('ValueBefore: threeMinemineTheirstheirs')
    expect(screen.getByRole<HTMLInputElement>('radio', {name: 'Theirs'}).checked).toBe(true)
    await act(() => changes.answer({at: NOW, email: 'petra@harbour.test'}))
    expect(screen.getByText(/^Changed by petra@harbour.test ·$/)).toBeTruthy()
    expect(writes.asked.length).toBe(1)
    press('Back to the form')
    expect(field('Value').value).toBe('mine')
    save()
    await act(() => writes.fail(refused(409)))
    await act(() => loads.answer({...HALL, value: {type: 'text', value: 'theirs'}, version: 5}))
    fireEvent.click(screen.getByRole('radio', {name: 'Mine'}))
    save()
    expect(writes.asked.at(-1)).toMatchObject({value: {type: 'text', value: 'mine'}, version: 5})
  })

  it('of what somebody else has deleted can be left', async () => {
    const {writes, loads} = await openAttributes()
    press('Edit the attribute hall')
    save()
    await act(() => writes.fail(refused(409)))
    await act(() => loads.fail(refused(404)))
    expect(screen.getByRole('radio', {name: 'Mine, added again'})).toBeTruthy()
    save()
    expect([dialog(), screen.queryByRole('table')]).toEqual([null, null])
  })
})

describe('leaving an attribute that is being typed in', () => {
  const leave = ({router}: Awaited<ReturnType<typeof openAttributes>>) =>
    act(() => router.navigate('/sys_admin/organisation/o2'))

  it('is asked about, and staying keeps what was typed', async () => {
    const page = await openAttributes()
    press('Edit the attribute hall')
    field('Value').focus()
    write('Value', 'mine')
    await leave(page)
    expect([page.path(), screen.getByText('Leave without saving?') !== null]).toEqual(['/sys_admin', true])
    fireEvent.keyDown(document.body, {key: 'Escape'})
    expect([screen.queryByText('Leave without saving?'), field('Value').value]).toEqual([null, 'mine'])
    await waitFor(() => expect(document.activeElement).toBe(field('Value')))
    await leave(page)
    await act(async () => press('Leave'))
    expect(page.path()).toBe('/sys_admin/organisation/o2')
  })

  it('is not asked about while nothing is typed', async () => {
    const page = await openAttributes()
    press('Edit the attribute hall')
    await leave(page)
    expect(page.path()).toBe('/sys_admin/organisation/o2')
  })
})

describe('deleting an attribute', () => {
  it('asks, and can be given up', async () => {
    const {deletions} = await openAttributes()
    press('Delete the attribute hall')
    expect(screen.getByText('Are you sure you want to delete hall? Its value is lost.')).toBeTruthy()
    fireEvent.click(within(screen.getByRole('dialog')).getByText('Cancel'))
    expect([dialog(), deletions.asked]).toEqual([null, []])
  })

  it('is told of, and the keyboard goes on where attributes are added', async () => {
    const {deletions} = await openAttributes()
    const button = screen.getByRole('button', {name: 'Delete the attribute hall'})
    button.focus()
    fireEvent.click(button)
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', {name: 'Delete'}))
    expect(deletions.asked).toEqual([{owner: {kind: 'asset', id: 'a1', organisationId: 'o1'}, name: HALL}])
    await act(() => deletions.answer())
    expect([dialog(), screen.getAllByRole('status').at(-1)?.textContent]).toEqual([null, 'Attribute deleted.'])
    expect(document.activeElement).toBe(screen.getByRole('button', {name: 'Add attribute'}))
  })

  it('that fails says so where it was asked', async () => {
    const {deletions} = await openAttributes()
    press('Delete the attribute hall')
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', {name: 'Delete'}))
    await act(() => deletions.fail(refused(500)))
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe('Failed to delete attribute')
  })
})

it('attributes with a form of their own are shown on request', async () => {
  const units = attribute('units', {type: 'json', value: {pressure: 'bar'}})
  await openAttributes([HALL, units], <Attributes kind="organisation" id="o1" organisationId="o1" />)
  const rows = () => screen.getAllByRole('rowheader').map(({textContent}) => textContent?.match(/^\w+/)?.[0])
  expect(rows().map(name => name?.replace(/Text.*|JSON.*/, ''))).toEqual(['hall'])
  press('All attributes: 1 more with a form of its own')
  expect(rows()).toHaveLength(2)
  press('Only attributes without a form of their own')
  expect(rows()).toHaveLength(1)
})

describe('the time zone of what is usual', () => {
  const ofOrganisation = (stored: readonly Attribute[]) => openAttributes(stored, <UsualZone organisationId="o1" />)
  const choose = (zone: string) => {
    const picker = screen.getByRole('combobox', {name: 'Time zone of what is usual'})
    fireEvent.focus(picker)
    fireEvent.change(picker, {target: {value: zone}})
    fireEvent.blur(picker)
  }

  it('is UTC until somebody chooses another one, by a picker that says that all is learned again', async () => {
    const {writes} = await ofOrganisation([HALL])
    expect(screen.getByText('What is usual is learned by the weeks of the time zone UTC.')).toBeTruthy()
    press('Change time zone')
    expect(within(screen.getByRole('dialog')).getByText(/learns everything again/)).toBeTruthy()
    choose('Europe/Berlin')
    save()
    const value = {type: 'json', value: {timeZone: 'Europe/Berlin'}} as const
    expect(writes.asked).toEqual([
      {
        owner: {kind: 'organisation', id: 'o1', organisationId: 'o1'},
        name: {scope: 2, key: 'usual'},
        value,
        version: null,
        isNew: true,
      },
    ])
    await act(() => writes.answer(attribute('usual', value)))
    expect(screen.getByText('What is usual is learned by the weeks of the time zone Europe/Berlin.')).toBeTruthy()
  })

  it('is changed in the attribute that is there, whose other members stay', async () => {
    const {writes} = await ofOrganisation([
      attribute('usual', {type: 'json', value: {timeZone: 'Asia/Tokyo', note: 'plant'}}),
    ])
    press('Change time zone')
    choose('Europe/Berlin')
    save()
    expect(writes.asked.map(({value, version, isNew}) => ({value, version, isNew}))).toEqual([
      {value: {type: 'json', value: {timeZone: 'Europe/Berlin', note: 'plant'}}, version: 4, isNew: false},
    ])
  })

  it('is not offered for what nothing is learned of', async () => {
    await openAttributes([HALL])
    expect(screen.queryByText(/What is usual/)).toBeNull()
  })
})
