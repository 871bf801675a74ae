import type {Locator, Page} from 'playwright-core'
import {expect} from 'vitest'

export interface AdminConsole {
  heading(name: string): Locator
  /** A message of a form or a dialog. */
  failure: Locator
  /** The message in the corner about the last action. */
  announcement: Locator
  tab(name: string): Locator
  link(name: string): Locator
  button(name: string): Locator
  field(label: string): Locator
  fill(values: Readonly<Record<string, string>>): Promise<void>
  /** The button of the page's only form. */
  submit: Locator
  dialog: Locator
  row(name: string): Locator
  /** A field of the overview, by its label. */
  shown(label: string): Locator
  panel(name: string): Locator
  /** Fills the form at `path` and sends it. */
  create(path: string, values: Readonly<Record<string, string>>): Promise<void>
  /** Opens the dialog and fills it in, up to its last button. */
  prepareDeletion(name: string): Promise<Locator>
  addAttribute(key: string, value: string): Promise<void>
}

/** The console by what its users see. */
export function consoleOn(page: Page): AdminConsole {
  const exactly = (name: string) => ({name, exact: true})
  const dialog = page.getByRole('dialog')
  const field = (label: string) => page.getByLabel(labelled(label))
  const submit = page.getByRole('main').locator('form button[type="submit"]')
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) await fillField(field(label), value)
  }
  const panel = (name: string) => page.getByRole('region', exactly(name))
  return {
    heading: name => page.getByRole('heading', {level: 1, ...exactly(name)}),
    failure: page.getByRole('alert'),
    announcement: page.getByRole('status'),
    // A tab with a list says how many there are.
    tab: name => page.getByRole('tab', {name: new RegExp(`^${name}( [\\d,]+)?$`)}),
    link: name => page.getByRole('link', exactly(name)),
    button: name => page.getByRole('button', exactly(name)),
    field,
    fill,
    submit,
    dialog,
    row: name => page.getByRole('row').filter({has: page.getByRole('link', exactly(name))}),
    shown: label =>
      page
        .locator('dl > div')
        .filter({has: page.locator('dt').getByText(label, {exact: true})})
        .locator('dd'),
    panel,
    async create(path, values) {
      await page.goto(path)
      await fill(values)
      await submit.click()
    },
    async prepareDeletion(name) {
      await page.getByRole('main').getByRole('button', exactly('Delete')).first().click()
      await dialog.getByText('Are you absolutely sure you want to delete').waitFor()
      const confirm = dialog.getByRole('button', {name: /^Delete this /})
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByLabel(/^Type the /).fill(name)
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByLabel('I understand what this does.').check()
      await confirm.click({trial: true})
      return confirm
    },
    async addAttribute(key, value) {
      await panel('Attributes').getByRole('button', {name: 'Add attribute'}).click()
      await dialog.getByLabel(labelled('Key')).fill(key)
      await dialog.getByLabel(labelled('Value')).fill(value)
      await dialog.getByRole('button', {name: 'Save'}).click()
    },
  }
}

/** A required field has an asterisk behind its label. */
const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`)

async function fillField(field: Locator, value: string) {
  const isChoice = await field.evaluate(element => element instanceof HTMLSelectElement)
  if (isChoice) await field.selectOption(value)
  else await field.fill(value)
}
