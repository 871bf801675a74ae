import type {Page} from 'playwright-core'

/** WCAG 2.2 asks for targets of this many pixels. */
const LEAST_TARGET = 24
/** In pixels. */
const LEAST_LETTERS = 10

/**
 * Returns the buttons of dialogs that can't be seen: each needs a name, a size, and letters if it shows its name. Opens
 * each dialog of the page.
 */
export const hiddenButtons = (page: Page): Promise<string[]> =>
  page.evaluate(
    async ({LEAST_TARGET, LEAST_LETTERS}) => {
      const drawn = () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const opened = () => [...document.querySelectorAll('dialog')].filter(({open}) => open)
      const complaints = () =>
        opened().flatMap(dialog =>
          [...dialog.querySelectorAll('button')].flatMap(button => {
            const {width, height} = button.getBoundingClientRect()
            const text = button.textContent ?? ''
            const isHidden = !button.checkVisibility() || button.closest('[aria-hidden=true]') !== null
            const isUnlettered = text !== '' && parseFloat(getComputedStyle(button).fontSize) < LEAST_LETTERS
            const wrong = [
              ...((button.ariaLabel ?? text) === '' ? ['has no name'] : []),
              ...(Math.min(width, height) < LEAST_TARGET ? [`is ${width} × ${height} px`] : []),
              ...(isUnlettered ? ['does not show its name'] : []),
            ]
            return isHidden
              ? []
              : wrong.map(what => `“${dialog.ariaLabel}”: the button “${button.ariaLabel ?? text}” ${what}`)
          }),
        )
      const found = complaints()
      if (opened().length > 0) return found
      const openers = document.querySelectorAll<HTMLElement>('button[aria-haspopup=dialog][aria-expanded=false]')
      for (const opener of openers) {
        opener.click()
        await drawn()
        found.push(...complaints())
        for (const dialog of opened()) dialog.close()
        await drawn()
      }
      return found
    },
    {LEAST_TARGET, LEAST_LETTERS},
  )
