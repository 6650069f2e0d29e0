"""Views to take home: CSV for spreadsheets, iCalendar for phones, report files, sheets to pin up."""
