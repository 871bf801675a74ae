import {createMemoryRouter} from 'react-router-dom'
import {expect, it} from 'vitest'
import {createAddress} from '../../src/wiring/address'

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
