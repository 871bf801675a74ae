import type {Locator, Page} from 'playwright-core'

/** The profile by what its users see. */
export interface ProfilePage {
  field(label: string): Locator
  /** In the order of the form. */
  values(): Promise<string[]>
  submit: Locator
  /** Until the page, loaded again, says so. */
  save(): Promise<void>
}

const LABELS = [
  'Name',
  'Surname',
  'Address line 1',
  'Address line 2',
  'Postcode',
  'City',
  'Customer type',
  'Temperature unit',
]

export function profileOn(page: Page): ProfilePage {
  const form = page.getByRole('form', {name: 'Profile'})
  const field = (label: string) => form.getByLabel(label, {exact: true})
  const submit = form.getByRole('button', {name: 'Save'})
  return {
    field,
    values: () => Promise.all(LABELS.map(label => field(label).inputValue())),
    submit,
    async save() {
      await submit.click()
      await page.getByText('Profile saved.').waitFor()
    },
  }
}
