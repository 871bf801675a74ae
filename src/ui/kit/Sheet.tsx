import type {ReactNode} from 'react'
import {PlainDialog} from './PlainDialog'

export interface SheetProps {
  isOpen: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** Comes up from the lower edge of a phone, over the screen. */
export function Sheet({isOpen, ...dialog}: SheetProps) {
  return isOpen && <PlainDialog place="lowerEdge" {...dialog} />
}
