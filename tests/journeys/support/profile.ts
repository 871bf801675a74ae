import type {Locator, Page} from 'playwright-core'
import {PROFILE_LABELS} from '../../support/profile'

/** The profile by what its users see. */
export interface ProfilePage {
  field(label: string): Locator
  /** In the order of the form. */
  values(): Promise<string[]>
  submit: Locator
  /** Until the page, loaded again, says so. */
  save(): Promise<void>
}

export function profileOn(page: Page): ProfilePage {
  const form = page.getByRole('form', {name: 'Profile'})
  const field = (label: string) => form.getByLabel(label, {exact: true})
  const submit = form.getByRole('button', {name: 'Save'})
  return {
    field,
    values: () => Promise.all(PROFILE_LABELS.map(label => field(label).inputValue())),
    submit,
    async save() {
      await submit.click()
      await page.getByText('Profile saved.').waitFor()
    },
  }
}
