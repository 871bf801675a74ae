import type {Page} from 'playwright-core'
import type {Account} from './seed'

/** The screens of people without a session, by what they see. */
export function accountOn(page: Page) {
  const field = (label: string) => page.getByLabel(label, {exact: true})
  const button = (name: string) => page.getByRole('button', {name})
  return {
    field,
    button,
    done: page.getByRole('status'),
    failure: page.getByRole('alert'),
    async fill(values: Readonly<Record<string, string>>) {
      for (const [label, value] of Object.entries(values)) await field(label).fill(value)
    },
    async register({email, password}: Account) {
      await page.goto('/register')
      await this.fill({Email: email, Password: password, 'Confirm password': password})
      await button('Register').click()
    },
    async askForReset(email: string) {
      await page.goto('/passwordReset')
      await field('Email').fill(email)
      await button('Send the mail').click()
    },
    async choosePassword(link: string, password: string) {
      await page.goto(link)
      await this.fill({'New password': password, 'Confirm new password': password})
      await button('Set password').click()
    },
    async logIn({email, password}: Account) {
      await page.goto('/login')
      await this.fill({Email: email, Password: password})
      await button('Log in').click()
    },
  }
}
