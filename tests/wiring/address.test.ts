import {createMemoryRouter} from 'react-router-dom'
import {firstValueFrom, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createAddress} from '../../src/wiring/address'
import {storeZone} from '../../src/wiring/addressZone'

async function createAddressAt(at: string) {
  const router = createMemoryRouter([{path: '*', element: null}], {initialEntries: [at]})
  const address = createAddress(router, '/dashboard')
  const told: string[] = []
  address.changes.subscribe(search => told.push(search))
  return {router, address, told}
}

it('tells what the address comes to hold, by Back as well', async () => {
  const {router, address, told} = await createAddressAt('/dashboard?key=a')
  await address.show('?key=b', {replace: false})
  await router.navigate(-1)
  expect([told, address.search()]).toEqual([['?key=b', '?key=a'], '?key=a'])
})

it('replaces an entry when told so', async () => {
  const {router, address} = await createAddressAt('/dashboard?key=a')
  await router.navigate('/dashboard?key=b')
  await address.show('?key=c', {replace: true})
  await router.navigate(-1)
  expect(address.search()).toBe('?key=a')
})

it('leaves the address of another screen alone', async () => {
  const {router, address, told} = await createAddressAt('/dashboard?key=a')
  await router.navigate('/historical?week=3')
  await address.show('?key=b', {replace: false})
  expect([router.state.location.search, told]).toEqual(['?week=3', []])
})

it('does not hold up what is on its way to another screen', async () => {
  const loaded = new Subject<null>()
  const router = createMemoryRouter(
    [
      {path: '/dashboard', element: null},
      {path: '/profile', element: null, loader: () => firstValueFrom(loaded)},
    ],
    {initialEntries: ['/dashboard?key=a']},
  )
  const arrival = router.navigate('/profile')
  createAddress(router, '/dashboard').show('?key=b', {replace: true})
  loaded.next(null)
  await arrival
  await expect.poll(() => router.state.location.pathname).toBe('/profile')
})

it('keeps the zone that the address names, whatever the screen shows', async () => {
  const {router, address} = await createAddressAt('/dashboard?tz=Asia/Kolkata')
  await address.show('?key=b', {replace: false})
  expect(new URLSearchParams(router.state.location.search).get('tz')).toBe('Asia/Kolkata')
  await address.show('?key=b', {replace: false})
  await router.navigate(-1)
  expect(address.search()).toBe('?tz=Asia/Kolkata')
})

describe('the zone of the address', () => {
  const zoneAfter = async (at: string, ...to: (string | number)[]) => {
    const {router} = await createAddressAt(at)
    storeZone(router)
    for (const next of to) await (typeof next === 'number' ? router.navigate(next) : router.navigate(next))
    return new URLSearchParams(router.state.location.search).get('tz')
  }

  it.each<[string, (string | number)[], string | null]>([
    ['/sys_admin?tz=UTC', ['/sys_admin/device/1'], 'UTC'],
    ['/sys_admin?tz=UTC', ['/sys_admin/device/1', '/sys_admin/device/2?tab=b'], 'UTC'],
    ['/sys_admin?tz=UTC', ['/sys_admin?tz=Asia/Kolkata'], 'Asia/Kolkata'],
    ['/sys_admin?tz=UTC', ['/profile'], null],
    ['/sys_admin', ['/sys_admin?tz=UTC', -1], null],
    ['/sys_admin?tz=UTC', ['/profile', -1], 'UTC'],
  ])('%s, then %j, is %s', async (at, to, zone) => {
    expect(await zoneAfter(at, ...to)).toBe(zone)
  })
})
