import {walkRoom} from '../support/gallery'

walkRoom('player')
