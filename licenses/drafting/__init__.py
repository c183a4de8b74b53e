"""An application in the making: its sections, its lists, its check, and the press of the button that files it."""
