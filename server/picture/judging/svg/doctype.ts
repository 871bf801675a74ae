import {svgDeclares} from '../refusals'

const ENTITY = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*$/
const MAX_LENGTH = 100

/** The entities that a document declares, as drawing programs do for namespaces. Throws 400 for any other declaration. */
export function entitiesOf(doctype: string): Record<string, string> {
  const [, declarations = ''] = splitAt(doctype, '[')
  const parts = declarations.slice(0, Math.max(0, declarations.lastIndexOf(']'))).split('>')
  return Object.fromEntries(parts.filter(part => part.trim() !== '').map(entityOf))
}

function entityOf(declaration: string): [name: string, text: string] {
  const [, name, text, other] = ENTITY.exec(declaration.trim()) ?? []
  const value = text ?? other
  if (name === undefined || value === undefined) throw svgDeclares()
  if (value.length > MAX_LENGTH || /[&<%]/.test(value)) throw svgDeclares()
  return [name, value]
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
