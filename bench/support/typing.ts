import type {Page} from 'playwright-core'

/** Milliseconds from the change of a field to the frame that shows what follows; none if the field holds the text already. */
export async function typed(page: Page, field: string, text: string): Promise<number[]> {
  return await page.evaluate(
    ([selector, value]) =>
      new Promise<number[]>(resolve => {
        const input = document.querySelector(selector)
        if (!(input instanceof HTMLInputElement) || input.value === value) return resolve([])
        const pressedAt = performance.now()
        // React notices only values that the element's own setter has changed.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
        input.dispatchEvent(new Event('input', {bubbles: true}))
        const {port1, port2} = new MessageChannel()
        port1.onmessage = () => resolve([performance.now() - pressedAt])
        requestAnimationFrame(() => port2.postMessage(null))
      }),
    [field, text] as const,
  )
}
