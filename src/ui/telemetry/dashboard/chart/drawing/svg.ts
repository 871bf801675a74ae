const SVG = 'http://www.w3.org/2000/svg'

export function svg(name: string, attributes: Record<string, string | number>, text = ''): Element {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  element.textContent = text
  return element
}
