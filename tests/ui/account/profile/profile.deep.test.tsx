import {act, cleanup, fireEvent, screen} from '@testing-library/react'
import {createElement} from 'react'
import {afterEach, describe, expect, it} from 'vitest'
import type {Profile} from '../../../../src/domain/account/profile'
import {type ProfileInput, profileMachine} from '../../../../src/machines/account/profile'
import {reachMachine} from '../../../../src/machines/account/reach'
import {ProfileScreen} from '../../../../src/ui/account/profile/ProfileScreen'
import {createCalls} from '../../../machines/calls'
import {refused} from '../../../support/failures'
import {ADA, PROFILE_LABELS} from '../../../support/profile'
import {USER} from '../../../support/user'
import {openPage} from '../../world'

afterEach(cleanup)

/** The screen with its real machine, whose calls are answered by hand. */
async function openProfile(input: Partial<ProfileInput> = {}) {
  const loads = createCalls<Profile | null, unknown>()
  const saves = createCalls<void, {profile: Profile; isNew: boolean}>()
  const reloads: string[] = []
  const logic = profileMachine.provide({
    actors: {loadProfile: loads.logic, saveProfile: saves.logic},
    actions: {storeDraft: () => {}, reload: () => reloads.push('reload')},
  })
  const inputOf = (userId: string) => ({userId, draft: null, isJustSaved: false, ...input})
  const page = openPage({
    at: '/profile',
    screens: {
      profile: async () => () =>
        createElement(ProfileScreen, {logic, reach: reachMachine, inputOf, firstWall: async () => () => null}),
    },
  })
  await screen.findByText('Loading profile...')
  return {...page, loads, saves, reloads}
}

async function openForm(stored: Profile | null = ADA, input: Partial<ProfileInput> = {}) {
  const page = await openProfile(input)
  await act(() => page.loads.answer(stored))
  return page
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const values = () => PROFILE_LABELS.map(label => field(label).value)
const write = (label: string, value: string) => fireEvent.change(field(label), {target: {value}})
const save = () => fireEvent.submit(screen.getByRole('form', {name: 'Profile'}))

describe('the profile', () => {
  it('is found by whoever is signed in from every page', async () => {
    const {path} = openPage({at: '/historical'})
    fireEvent.click(await screen.findByRole('link', {name: 'Profile'}))
    expect(path()).toBe('/profile')
  })

  it('shows what is stored and whose it is', async () => {
    await openForm()
    expect(values()).toEqual([
      'Ada',
      'Lovelace',
      '12 St James’s Square',
      'Flat 3',
      'SW1Y 4JH',
      'London',
      'business',
      'fahrenheit',
    ])
    expect(screen.getByText(`Signed in as ${USER.email}`)).toBeTruthy()
    expect(screen.queryByText('You have no profile yet. Fill in what you like and save it.')).toBeNull()
  })

  it('begins empty, private and in celsius where there is none', async () => {
    await openForm(null)
    expect(values()).toEqual(['', '', '', '', '', '', 'private', 'celsius'])
    expect(screen.getByText('You have no profile yet. Fill in what you like and save it.')).toBeTruthy()
  })

  it('can be filled in by the browser', async () => {
    await openForm()
    expect(PROFILE_LABELS.slice(0, 6).map(label => field(label).autocomplete)).toEqual([
      'given-name',
      'family-name',
      'address-line1',
      'address-line2',
      'postal-code',
      'address-level2',
    ])
  })

  it('says that it could not be loaded and is asked for again', async () => {
    const {loads} = await openProfile()
    await act(() => loads.fail(refused(500)))
    expect(screen.getByRole('alert').textContent).toBe('Failed to fetch user info.')
    fireEvent.click(screen.getByRole('button', {name: 'Retry'}))
    expect(screen.getByRole('button', {name: 'Trying…'})).toBeTruthy()
    await act(() => loads.answer(ADA))
    expect(field('City').value).toBe('London')
  })
})

describe('saving the profile', () => {
  it('sends all of it once and loads the page again', async () => {
    const {saves, reloads} = await openForm(null)
    write('Name', 'Bob')
    write('Temperature unit', 'fahrenheit')
    write('Customer type', 'business')
    save()
    save()
    const submit = screen.getByRole('button', {name: 'Saving…'})
    expect([submit.getAttribute('aria-disabled'), field('City').readOnly]).toEqual(['true', true])
    expect(saves.asked).toEqual([
      {
        profile: {
          name: 'Bob',
          surname: '',
          addressLine1: '',
          addressLine2: '',
          postcode: '',
          city: '',
          customerType: 'business',
          temperatureUnit: 'fahrenheit',
        },
        isNew: true,
      },
    ])
    await act(() => saves.answer())
    expect([reloads, field('Name').value]).toEqual([['reload'], 'Bob'])
  })

  it('says afterwards that it was saved, until something is typed', async () => {
    await openForm(ADA, {isJustSaved: true})
    expect(document.activeElement?.textContent).toBe('Profile saved.')
    write('City', 'Bonn')
    expect(screen.queryByText('Profile saved.')).toBeNull()
  })

  it('keeps what was typed when the server refuses, in its words', async () => {
    const {saves} = await openForm()
    write('City', 'Bonn')
    save()
    await act(() => saves.fail(refused(503, 'The disk of the server is almost full: nothing can be stored.')))
    expect(screen.getByRole('alert').textContent).toBe('The disk of the server is almost full: nothing can be stored.')
    expect([field('City').value, field('City').readOnly]).toEqual(['Bonn', false])
  })

  it('marks each wrong field, goes to the first, and sends nothing', async () => {
    const {saves} = await openForm()
    write('City', 'a\u0007')
    write('Surname', 'x'.repeat(256))
    expect(field('Surname').getAttribute('aria-invalid')).toBeNull()
    save()
    expect(document.activeElement).toBe(field('Surname'))
    expect(screen.getByText('At most 255 characters.')).toBeTruthy()
    expect(screen.getByText('Line breaks, tabs and other control characters can’t be stored.')).toBeTruthy()
    expect(saves.asked).toEqual([])
    write('Surname', 'Lovelace')
    expect(screen.queryByText('At most 255 characters.')).toBeNull()
  })

  it('can be given up', async () => {
    await openForm()
    expect(screen.queryByRole('button', {name: 'Discard changes'})).toBeNull()
    write('City', 'Bonn')
    expect(screen.getByText('Not saved yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', {name: 'Discard changes'}))
    expect(field('City').value).toBe('London')
    expect(screen.queryByText('Not saved yet.')).toBeNull()
  })

  it('goes on with what was typed before', async () => {
    await openForm(ADA, {draft: {...ADA, city: 'Bonn'}})
    expect(field('City').value).toBe('Bonn')
    expect(screen.getByText('Not saved yet.')).toBeTruthy()
  })
})
