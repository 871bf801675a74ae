import type {Locator, Page} from 'playwright-core'

/** The audit trail by what its readers see. */
export function auditTrailOn(page: Page) {
  const filters = page.getByRole('region', {name: 'Filters'})
  const table = page.getByRole('table', {name: 'Audit trail'})
  const cells = () =>
    table.locator('tbody tr[data-index]').evaluateAll(rows =>
      rows.map(row =>
        [...row.querySelectorAll('th, td')].map(cell =>
          [...cell.childNodes]
            .filter(({nodeName}) => nodeName !== 'BUTTON')
            .map(({textContent}) => textContent?.trim() ?? '')
            .filter(text => text !== ''),
        ),
      ),
    )
  return {
    /** The scrolling part. */
    scroller: page.getByRole('region', {name: 'Audit trail'}),
    /** Opens the menu of filters at the field that takes the value. */
    async field(filter: string): Promise<Locator> {
      await filters.getByRole('button', {name: 'Filter', exact: true}).click()
      const menu = page.getByRole('dialog')
      await menu.getByLabel('Filter by').selectOption(filter)
      return menu.getByLabel(/^(Value|Email or user ID|Name or ID)$/)
    },
    close: () => page.keyboard.press('Escape'),
    remove: (chip: string) => filters.getByRole('button', {name: `Remove the filter ${chip}`}).click(),
    chips: () => filters.getByRole('listitem').allTextContents(),
    clear: filters.getByRole('button', {name: 'Clear the filters'}),
    button: (name: string) => page.getByRole('button', {name, exact: true}),
    link: (name: string) => table.getByRole('link', {name, exact: true}),
    /** '3 entries', '100 entries so far'. */
    count: (text: string) => page.getByText(text, {exact: true}),
    /** Returns the texts of each row in view, newest first: user, action and target, each with the text beneath it. */
    told: async () => (await cells()).map(([, ...row]) => row),
    /** Returns the actions alone. */
    actions: async () => (await cells()).map(([, , what]) => what?.[0]),
    /** Returns the time and its title in each row in view. */
    times: () =>
      table
        .locator('time')
        .evaluateAll(times => times.map(time => [time.getAttribute('datetime'), time.getAttribute('title')])),
  }
}
