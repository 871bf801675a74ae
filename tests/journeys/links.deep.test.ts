import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

describe('a link into the dashboard', () => {
  const journey = useJourney({additions: true})

  it('opens the same screen again', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.key('vibration', 'Boiler').click()
    await dashboard.title('Boiler', 'vibration').waitFor()
    await dashboard.control('Aggregation').selectOption('max')
    await dashboard.control('Window').selectOption('10')
    await dashboard.liveUpdate.click()
    await page.waitForURL(/key=vibration.*agg=max.*window=10.*live=0/)
    await dashboard.section.getByText(/^\d+ buckets/).waitFor()

    const other = dashboardOn(await journey.open(page.url()))
    await other.title('Boiler', 'vibration').waitFor()
    expect(await other.control('Aggregation').inputValue()).toBe('max')
    expect(await other.control('Window').inputValue()).toBe('10')
    expect(await other.liveUpdate.isChecked()).toBe(false)

    await page.reload()
    await dashboard.title('Boiler', 'vibration').waitFor()
    expect(await dashboard.control('Aggregation').inputValue()).toBe('max')
    expect(await dashboard.key('vibration', 'Boiler').getAttribute('aria-current')).toBe('true')
  })

  it('keeps a fixed range', async () => {
    const {temperature, boiler} = journey.world
    const start = temperature.at(-100)?.ts ?? 0
    const end = temperature.at(-40)?.ts ?? 0
    const page = await journey.open(`/dashboard?device=${boiler.id}&key=temperature&live=0&start=${start}&end=${end}`)
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText('61 points', {exact: true}).waitFor()
    await page.reload()
    await dashboard.section.getByText('61 points', {exact: true}).waitFor()
  })

  it('leads back and forward through what was selected', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await dashboard.key('vibration', 'Boiler').click()
    await dashboard.title('Boiler', 'vibration').waitFor()
    await dashboard.key('speed', 'Conveyor').click()
    await dashboard.title('Conveyor', 'speed').waitFor()
    await page.goBack()
    await dashboard.title('Boiler', 'vibration').waitFor()
    await page.goBack()
    await dashboard.title('Boiler', 'temperature').waitFor()
    await page.goForward()
    await dashboard.title('Boiler', 'vibration').waitFor()
  })

  it('falls back to what is there when it names what is not', async () => {
    const page = await journey.open(
      '/dashboard?device=nonsense&key=%00&agg=median&window=-3&start=yesterday&live=maybe',
    )
    const dashboard = dashboardOn(page)
    await dashboard.devices.getByText('Device name:').first().waitFor()
    await dashboard.device('Boiler').waitFor()
    await dashboard.key('temperature', 'Boiler').click()
    await dashboard.title('Boiler', 'temperature').waitFor()
    expect(await dashboard.control('Aggregation').inputValue()).toBe('none')
    expect(await dashboard.control('Window').inputValue()).toBe('30')
    expect(await dashboard.liveUpdate.isChecked()).toBe(true)
  })
})
