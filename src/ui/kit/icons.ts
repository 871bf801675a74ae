/** The one set of icons; a screen imports them from here alone. Beside a word they are hidden from screen readers. */
export {default as IconCheck} from 'lucide-react/icons/check'
export {default as IconCopy} from 'lucide-react/icons/copy'
