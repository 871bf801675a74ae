import type {Locator, Page} from 'playwright-core'
import {expect} from 'vitest'
import {consoleOn} from './adminConsole'

/** A list of the console and the actions on many of its rows, by what its users see. */
export function recordListOn(page: Page) {
  const exactly = (name: string) => ({name, exact: true})
  const {dialog} = consoleOn(page)
  const selection = page.getByRole('region', exactly('Selected rows'))
  const confirm = (name: 'Delete' | 'Assign') => dialog.getByRole('button', exactly(name))
  return {
    /** '200 of 260 devices'. */
    count: (text: string) => page.getByText(text, {exact: true}),
    search: page.getByRole('searchbox'),
    exportCsv: page.getByRole('button', exactly('Export CSV')),
    tick: (name: string) => page.getByRole('checkbox', exactly(`Select ${name}`)),
    tickShown: page.getByRole('checkbox', exactly('Select all shown')),
    selection,
    selectAll: (total: number) => selection.getByRole('button', exactly(`Select all ${total}`)),
    dialog,
    heading: (name: string) => dialog.getByRole('heading', exactly(name)),
    confirm,
    inDialog: (name: string) => dialog.getByRole('button', exactly(name)),
    customer: dialog.getByLabel('Customer', {exact: true}),
    /** The result of all, once it is over. */
    outcome: (text: string) => dialog.getByRole('status').getByText(text, {exact: true}),
    failures: dialog.getByRole('region', exactly('Failed')).getByRole('listitem'),
    async askToDelete() {
      await selection.getByRole('button', exactly('Delete…')).click()
    },
    async askToAssign() {
      await selection.getByRole('button', exactly('Assign to customer…')).click()
    },
    /** Opens the dialog and fills it in, up to its last button. `typed`: their number, or the name of a single one. */
    async prepareDeletion(typed: string): Promise<Locator> {
      await this.askToDelete()
      expect(await confirm('Delete').isDisabled()).toBe(true)
      await dialog.getByLabel(/^Type /).fill(typed)
      expect(await confirm('Delete').isDisabled()).toBe(true)
      await dialog.getByLabel('I understand what this does.').check()
      await confirm('Delete').click({trial: true})
      return confirm('Delete')
    },
    async close() {
      await dialog.getByRole('button', exactly('Close')).last().click()
      await dialog.waitFor({state: 'detached'})
    },
  }
}
