import {describe, expect, it} from 'vitest'
import {ageRotations} from './support/clock'
import {useJourney} from './support/journey'

const REFRESH = '/api/v0/auth/refresh-token'
const A_MINUTE = 60_000

describe('everybody', () => {
  const journey = useJourney({additions: true})

  it.each([
    ['systemAdmin', '/sys_admin', ['/myhome', '/settings']],
    ['plantAdmin', '/dashboard', ['/sys_admin', '/myhome']],
    ['customerAdmin', '/dashboard', ['/sys_admin', '/myhome']],
    ['customerUser', '/dashboard', ['/sys_admin', '/settings']],
  ] as const)('%s lands at %s and is refused at %s', async (who, landing, refused) => {
    const page = await journey.open('/', {account: journey.world[who]})
    await page.waitForURL(`**${landing}*`)
    for (const path of refused) {
      await page.goto(path)
      await page.waitForURL('**/unauthorized')
      await page.getByRole('heading', {name: 'Unauthorized'}).waitFor()
    }
  })

  it.each(['customerAdmin', 'customerUser'] as const)('%s is offered nothing that is refused', async who => {
    const page = await journey.open('/alarms', {account: journey.world[who]})
    const views = page.getByRole('navigation', {name: 'Alarms'})
    await views.getByRole('link', {name: 'Maintenance'}).waitFor()
    expect(await views.getByRole('link', {name: 'On call'}).count()).toBe(0)
    await page.goto('/overview')
    await page.getByRole('group', {name: 'Needs attention'}).waitFor()
    expect(await page.getByRole('group', {name: 'Last changes'}).count()).toBe(0)
  })

  it('who steals a rotated refresh token gets nothing, and ends the session that it was stolen from', async () => {
    const page = await journey.open('/dashboard')
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    const stolen = await refreshTokenOf(page.context())
    await page.context().clearCookies({name: 'accessToken'})
    await page.reload()
    await page.getByText('live', {exact: true}).waitFor()
    expect(await refreshTokenOf(page.context())).not.toBe(stolen)
    await ageRotations(journey.database, A_MINUTE)

    const answer = await fetch(`${journey.origin}${REFRESH}`, {
      method: 'POST',
      headers: {cookie: `refreshToken=${stolen}`},
    })

    expect([answer.status, await answer.json()]).toEqual([401, {message: 'The session has ended.'}])
    await page.waitForURL('**/login')
    await page.getByText('You have been signed out.').waitFor()
  })

  async function refreshTokenOf(context: {cookies(url: string): Promise<{name: string; value: string}[]>}) {
    const cookies = await context.cookies(`${journey.origin}${REFRESH}`)
    return cookies.find(({name}) => name === 'refreshToken')?.value ?? ''
  }
})
