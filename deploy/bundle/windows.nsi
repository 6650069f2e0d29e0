; The installer for one user of Windows: see README.md beside this. Not tried by us.
Unicode true
Name "Tablo"
OutFile "..\..\dist\tablo-${VERSION}-setup.exe"
InstallDir "$LOCALAPPDATA\Programs\Tablo"
RequestExecutionLevel user
SetCompressor /SOLID lzma
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tablo"
!define DATA "$LOCALAPPDATA\Tablo"

Section
    RMDir /r "$INSTDIR\_internal"
    SetOutPath "$INSTDIR"
    File /r "..\..\dist\tablo\*.*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateDirectory "${DATA}"
    CreateDirectory "$SMPROGRAMS\Tablo"
    ; The folder in which a program of the start menu begins is the one that SetOutPath named last.
    SetOutPath "${DATA}"
    CreateShortcut "$SMPROGRAMS\Tablo\Tablo.lnk" "$INSTDIR\tablo.exe" 'serve --host 0.0.0.0 --data "${DATA}"'
    CreateShortcut "$SMPROGRAMS\Tablo\Tablo, a demo.lnk" "$INSTDIR\tablo.exe" "demo"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Tablo"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

Section "Uninstall"
    ; The journal in ${DATA} stays.
    SetOutPath "$TEMP"
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\tablo.exe"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    RMDir /r "$SMPROGRAMS\Tablo"
    DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
