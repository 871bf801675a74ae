import {act, fireEvent, screen} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {Offer} from '../../../contract/wire/capabilities'
import {unreachable} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {withLayout} from '../telemetry/dashboard/dashboardOnScreen'
import {openDialog, openLists, press, type Row, rowNames, search, tick} from './listsOnScreen'

const PATH = '/api/v0/user/without-organisation'
const HEADING = 'Users without an organisation'
const ONESELF = {_id: 'u1', email: 'root@works.test', authority: 'SYS_ADMIN'}
const STRAY = {_id: 'u2', email: 'stray@example.test', authority: 'CUSTOMER_USER'}
const LOST = {_id: 'u3', email: 'lost@example.test', authority: 'CUSTOMER_ADMIN'}

withLayout()

const openUnassigned = (rows: Row[], query = '', offer: Offer = PULSEWALL) => openLists(query, {[PATH]: rows}, offer)
const heading = () => screen.queryByRole('heading', {name: HEADING})

it('lists the users of no organisation beneath all organisations, with their pages and nothing to create', async () => {
  const {server} = await openUnassigned([ONESELF, STRAY])
  expect([heading()?.tagName, rowNames()]).toEqual(['H2', [ONESELF.email, STRAY.email]])
  expect(server.asked).toContain(`GET ${PATH}?sort=email&limit=200`)
  const target = (name: string) => screen.getByRole('link', {name}).getAttribute('href')
  expect([STRAY.email, `Edit ${STRAY.email}`].map(target)).toEqual(['/sys_admin/user/u2', '/sys_admin/user-edit/u2'])
  expect(screen.queryByRole('link', {name: 'Create user'})).toBeNull()
})

it.each([
  ['there is nobody', []],
  ['there is nobody but oneself', [ONESELF]],
])('says nothing where %s', async (_what, rows) => {
  await openUnassigned(rows)
  expect(heading()).toBeNull()
})

it('asks nothing of a server that can’t tell', async () => {
  const {server} = await openUnassigned([STRAY], '', 'specified')
  expect([heading(), server.asked]).toEqual([null, ['GET /api/v0/organisation']])
})

it('is searched and sorted on its own, and stays where nothing is found', async () => {
  const {server, address} = await openUnassigned([ONESELF, STRAY, LOST], '?unassigned.q=lost&q=har')
  expect(rowNames()).toEqual([LOST.email])
  expect(server.asked).toContain(`GET ${PATH}?sort=email&limit=200&q=lost`)
  await press('Last login')
  expect(address()).toBe('/sys_admin?unassigned.q=lost&q=har&unassigned.sort=lastLogin')
  await search('Search users', 'nobody')
  expect(await screen.findByText('Nothing found for “nobody”.')).toBeTruthy()
  expect(heading()).not.toBeNull()
})

it('that can’t be had says so, and tries again', async () => {
  const {server, goBack} = await openUnassigned([STRAY])
  server.refused.set(`GET ${PATH}`, unreachable)
  await act(async () => void fireEvent.click(screen.getByRole('link', {name: STRAY.email})))
  await goBack()
  expect(screen.getByRole('alert').textContent).toContain('Users could not be loaded.')
  server.refused.clear()
  await press('Retry')
  expect(rowNames()).toEqual([STRAY.email])
})

it('is where many are deleted at once', async () => {
  const {server} = await openUnassigned([ONESELF, STRAY, LOST])
  await tick(`Select ${STRAY.email}`)
  await tick(`Select ${LOST.email}`)
  const dialog = await openDialog('Delete…')
  const count = dialog.getByLabelText('Type 2, how many they are')
  await act(async () => void fireEvent.change(count, {target: {value: '2'}}))
  await act(async () => void fireEvent.click(dialog.getByLabelText('I understand what this does.')))
  await act(async () => void fireEvent.click(dialog.getByRole('button', {name: 'Delete'})))
  expect(await dialog.findByText('2 deleted')).toBeTruthy()
  expect(server.asked.filter(call => call.startsWith('DELETE'))).toEqual([
    'DELETE /api/v0/user/u2',
    'DELETE /api/v0/user/u3',
  ])
})
