import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {learnSteps} from '../../server/usual/learning'
import {HOUR, hoursBefore, isWarm, seedHours, WEEK} from '../server/usual/seed'
import {useJourney} from './support/journey'

const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()

describe('what is usual', () => {
  const journey = useJourney({additions: true})

  /** Six weeks in which the conveyor went at its usual speed, from which it is learned. */
  async function learnSpeed() {
    const {database, world} = journey
    const {rows} = await database.pool.query(
      `select device.number as "deviceNumber", telemetry_key.id as "keyId" from device, telemetry_key
       where device.id = $1 and telemetry_key.name = 'speed'`,
      [world.conveyor.id],
    )
    const until = Math.floor(journey.now() / HOUR) * HOUR
    await seedHours(database, rows[0], hoursBefore(until, (6 * WEEK) / HOUR))
    await database.pool.query('delete from telemetry where device_number = $1', [rows[0].deviceNumber])
    await database.pool.query('update telemetry_rollup set is_kept = true')
    const zonesOf = async (numbers: readonly number[]) => new Map(numbers.map(number => [number, 'UTC']))
    for await (const _ of learnSteps({database, zonesOf, until}));
    return (at: number) => (isWarm(at) ? 23 : 20)
  }

  it('is drawn behind the chart; what is not says so, why, and that it is normal now', async () => {
    const {conveyor} = journey.world
    const usualAt = await learnSpeed()
    for (let turn = 0; turn < 40; turn++)
      await journey.post(conveyor.accessToken, {speed: usualAt(journey.now()) + 0.2 * Math.sin(turn)})
    const page = await journey.open(`/dashboard?device=${conveyor.id}&key=speed`)
    await page.getByRole('button', {name: 'usual', exact: true}).waitFor()
    expect(await page.locator('[data-unusual]').count()).toBe(0)

    for (let turn = 0; turn < 10; turn++) await journey.post(conveyor.accessToken, {speed: 60 + turn / 10})
    await page
      .locator('header')
      .getByText(/^unusual since/)
      .waitFor()
    await page.getByLabel('Sort').selectOption('Most unusual')
    expect(await page.locator('[data-device-id]').first().textContent()).toContain('Conveyor')

    await press(page, 'What is usual?')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The latest value is unusual.').waitFor()
    await dialog.getByText(/^Learned from/).waitFor()
    await dialog.getByRole('button', {name: 'This is normal now…'}).click()
    await dialog.getByRole('button', {name: 'Save'}).click()
    await dialog.getByText('Enter why this is normal.').waitFor()
    await dialog.getByLabel('Reason').fill('Faster since the new motor')
    await dialog.getByRole('button', {name: 'Save'}).click()
    await dialog.getByText(/Faster since the new motor/).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-unusual]').count()).toBe(0)
  })
})
