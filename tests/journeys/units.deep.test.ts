import {describe, expect, it} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import {attribute} from '../../server/database/schema/attribute'
import {device} from '../../server/database/schema/device'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('units with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('that an organisation names stand at values, tiles, axis and file, in digits that every locale can read', async () => {
    const {boiler} = journey.world
    const [found] = await journey.database.db.select().from(device).limit(1)
    const organisationId = found?.organisationId ?? ''
    const owner = {entityType: 'organisation' as const, entityId: organisationId, organisationId}
    const units = {vibration: 'mm/s', speed: {unit: 'km/h'}, temperature: 'K'}
    await journey.database.db
      .insert(attribute)
      .values({...owner, scope: ATTRIBUTE_SCOPES.shared, key: 'units', jsonV: units, lastUpdateTs: 0})
    const page = await journey.open(`/dashboard?device=${boiler.id}&key=vibration`, {locale: 'ar-EG'})
    const dashboard = dashboardOn(page)
    await dashboard
      .key('vibration', 'Boiler')
      .filter({hasText: /^vibration\s*[\d.,]+\smm\/s/})
      .waitFor()
    await dashboard.section
      .getByText(/ points/)
      .first()
      .waitFor()
    await expect
      .poll(() => dashboard.tiles.getByRole('definition').allInnerTexts())
      .toContainEqual(expect.stringMatching(/^[\d.,]+\smm\/s$/))
    const labels = () => dashboard.section.locator('.highcharts-yaxis-labels text').allTextContents()
    await expect.poll(labels).toContainEqual(expect.stringMatching(/^[-−]?\d+(\.\d{1,4})?\smm\/s$/))
    expect((await dashboard.downloadCsv()).lines[0]).toMatch(/^timestamp,"?vibration \(mm\/s/)
  })
})
