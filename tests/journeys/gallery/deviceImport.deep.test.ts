import {walkRoom} from '../support/gallery'

walkRoom('deviceImport')
